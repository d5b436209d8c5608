"""The widget kit: small, our own, one focus tree, the same by mouse, keys and gamepad.

What they stand on lies in `client.core`: `widget` (what a widget is), `focus` (where the focus goes), `skin` (how
things look), `overlay` (what lies over a scene), `toast` (passing sentences).

To make a widget: subclass `Widget`, paint within ``bounds()``, call ``changed()`` when it looks different.  One
that moves by itself and keeps its own dirty rectangles (a `sprites.stage.stage.Stage`) sets ``whole = True``,
takes its ground in ``paint`` and draws its changes in ``live``; the scene says in ``wakes_at`` when it wants
frames.
"""
