/** The popovers of browsers, which happy-dom lacks: opened by their button or by script, closed by a press outside or Escape. */

function toggle(popover: HTMLElement, isOpen: boolean): void {
  if (popover.hasAttribute('data-popover-open') === isOpen) return;
  const event = (type: string) => Object.assign(new Event(type), { newState: isOpen ? 'open' : 'closed' });
  popover.dispatchEvent(event('beforetoggle'));
  popover.toggleAttribute('data-popover-open', isOpen);
  queueMicrotask(() => popover.dispatchEvent(event('toggle')));
}

const open = () => [...document.querySelectorAll<HTMLElement>('[popover="auto"][data-popover-open]')];

/** For a document, once. */
export function addPopovers(): void {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      toggle(this, true);
    },
    hidePopover(this: HTMLElement) {
      toggle(this, false);
    },
    togglePopover(this: HTMLElement, force?: boolean) {
      toggle(this, force ?? !this.hasAttribute('data-popover-open'));
    },
  });

  document.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target : null;
    const button = pressed?.closest('[popovertarget]');
    const own = button && document.querySelector<HTMLElement>(`#${CSS.escape(button.getAttribute('popovertarget') ?? '')}`);
    for (const other of open()) if (other !== own && !other.contains(pressed)) toggle(other, false);
    if (own) own.togglePopover();
  });

  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) for (const popover of open()) toggle(popover, false);
  });
}
