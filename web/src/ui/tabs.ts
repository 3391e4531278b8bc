// Tabs as WAI-ARIA describes them: arrow keys move between tabs, and Tab stops at the selected one.

export function tabs(list: HTMLElement, chosen: (tab: HTMLElement) => void): void {
  const all = () => [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  list.addEventListener("click", (event) => {
    const tab = (event.target as HTMLElement).closest<HTMLElement>('[role="tab"]');
    if (tab) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const at = all().indexOf(event.target as HTMLElement);
    const count = all().length;
    const steps: Readonly<Record<string, number>> = { ArrowRight: (at + 1) % count, ArrowLeft: (at - 1 + count) % count, Home: 0, End: count - 1 };
    const next = at < 0 ? undefined : all()[steps[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    select(next);
    // The selection may have recreated the tabs.
    (document.getElementById(next.id) ?? next).focus();
  });

  function select(tab: HTMLElement): void {
    for (const one of all()) {
      const is = one === tab;
      one.setAttribute("aria-selected", String(is));
      one.tabIndex = is ? 0 : -1;
      const panel = one.getAttribute("aria-controls");
      const element = panel && document.getElementById(panel);
      if (element && panel !== "editor") element.hidden = !is;
    }
    chosen(tab);
  }
}
