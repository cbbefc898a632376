type Child = Node | string | false | null | undefined

/** An element with attributes; `on…` are listeners, and false leaves an attribute out. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | false | undefined | ((event: Event) => void)>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== false && child !== null && child !== undefined))
  return element
}
