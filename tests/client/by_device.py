"""Using a scene's widgets by one device alone, for the tests of menus."""

from __future__ import annotations

from client.core.focus import flat
from client.core.intents import Confirm, Next, Press, Release
from client.core.scene import Scene
from client.core.transitions import Transition
from client.core.widget import Widget


def by_key(scene: Scene, key: str) -> Widget:
    """The one widget of that name that can be reached now."""
    (found,) = [widget for widget in flat(scene.layer.widgets()) if widget.key == key]
    return found


def press_with(scene: Scene, device: str, key: str) -> Transition | None:
    """Use the widget ``key`` by ``device`` alone: a click, or Tab until the focus is there, and then yes."""
    widget = by_key(scene, key)
    if device == "mouse":
        scene.handle(Press(*widget.rect.center))
        return scene.handle(Release(*widget.rect.center))
    for _step in range(40):
        if scene.layer.focus is widget:
            return scene.handle(Confirm(device))
        scene.handle(Next(device))
    raise AssertionError(f"{key} is out of reach")


def close_overlays(scene: Scene) -> None:
    """Take away whatever lies over the scene, answering nothing."""
    for overlay in scene.overlays:
        overlay.close()
    scene.overlays.clear()
    scene.damage()
