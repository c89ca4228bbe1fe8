/** The task pane at the right: the add-in's page in a frame, which lives on while the pane is hidden. */

export interface Pane {
  frame: HTMLIFrameElement;
  /** The button before the frame. */
  close: HTMLButtonElement;
  show(): void;
  hide(): void;
  visible(): boolean;
}

export interface PaneElements {
  pane: HTMLElement;
  divider: HTMLElement;
}

export interface PaneContent {
  title: string;
  /** The address of the add-in's page, and the name that its window has to have from the start. */
  address: string;
  windowName: string;
}

/** In CSS pixels; Excel's own pane can be as narrow and as wide as this. */
const WIDTH = { least: 320, most: 640, step: 16 };

/** A pane that is shown; `onChange` hears of it being shown and hidden. */
export function createPane(elements: PaneElements, content: PaneContent, onChange: (visible: boolean) => void): Pane {
  const { pane, divider } = elements;
  const header = document.createElement("header");
  header.className = "pane-header";
  const title = header.appendChild(document.createElement("h2"));
  title.textContent = content.title;
  const close = header.appendChild(document.createElement("button"));
  close.type = "button";
  close.textContent = "✕";
  close.title = "Close";
  close.setAttribute("aria-label", "Close the pane");
  const frame = document.createElement("iframe");
  frame.title = content.title;
  frame.name = content.windowName;
  frame.src = content.address;
  pane.append(header, frame);
  makeResizable(elements);

  const turn = (visible: boolean): void => {
    if (pane.hidden === !visible) return;
    pane.hidden = divider.hidden = !visible;
    onChange(visible);
  };
  close.addEventListener("click", () => turn(false));
  return { frame, close, show: () => turn(true), hide: () => turn(false), visible: () => !pane.hidden };
}

/** By dragging the divider, or with the arrow keys on it. */
function makeResizable({ pane, divider }: PaneElements): void {
  const resize = (width: number): void => {
    const within = Math.min(WIDTH.most, Math.max(WIDTH.least, Math.round(width)));
    pane.style.width = `${within}px`;
    divider.setAttribute("aria-valuenow", String(within));
  };
  divider.setAttribute("aria-valuemin", String(WIDTH.least));
  divider.setAttribute("aria-valuemax", String(WIDTH.most));
  resize(pane.offsetWidth);
  divider.addEventListener("pointerdown", ({ pointerId }) => divider.setPointerCapture(pointerId));
  divider.addEventListener("pointermove", ({ pointerId, clientX }) => {
    if (divider.hasPointerCapture(pointerId)) resize(pane.getBoundingClientRect().right - clientX);
  });
  divider.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowLeft") resize(pane.offsetWidth + WIDTH.step);
    if (key === "ArrowRight") resize(pane.offsetWidth - WIDTH.step);
  });
}
