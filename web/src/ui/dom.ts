// Elements with attributes and children in one expression.

type Child = Node | string | undefined | false;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | boolean | EventListener>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return element;
}

/** A text with its code spans, which the library writes between backticks. */
export function prose(text: string): (string | HTMLElement)[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
}

/** The element with this id, which must exist. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** Arrow keys move between the entries of `list`; one of them, with `tabindex` 0, is a stop for the Tab key. */
export function arrows(list: HTMLElement, selector: string): void {
  list.addEventListener("keydown", (event) => {
    const all = [...list.querySelectorAll<HTMLElement | SVGElement>(selector)];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1,
    };
    const step = steps[event.key];
    if (at < 0 || step === undefined) return;
    event.preventDefault();
    const next = all[Math.max(0, Math.min(all.length - 1, step))];
    list.querySelectorAll(`${selector}[tabindex="0"]`).forEach((entry) => entry.setAttribute("tabindex", "-1"));
    next?.setAttribute("tabindex", "0");
    next?.focus();
  });
}
