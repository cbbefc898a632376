/** Pixels by which the page is wider than its window. */
export const overflow = () => document.documentElement.scrollWidth - window.innerWidth

/** Elements so narrow that their words break into letters, one below the other. */
export const squeezed = () => {
  const [WIDTH, LINES] = [3 /* em */, 3]
  return [...document.querySelectorAll('body *')]
    .filter((element) =>
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim().length > LINES),
    )
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      return width > 1 && width < WIDTH * size && height > LINES * size * 1.2
    })
    .map((element) => `squeezed: ${element.textContent}`)
}

/**
 * Controls that extend beyond the window where they cannot be scrolled into view. It is evaluated in the page, where
 * the helper that names inner functions is unknown: it has none.
 */
export const cutOff = () => {
  const isLeftToRight = getComputedStyle(document.documentElement).direction === 'ltr'
  return [...document.querySelectorAll('button, a[href], input, select, textarea')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const scrollers: Element[] = []
      for (let around = element.parentElement; around; around = around.parentElement)
        if (/auto|scroll/.test(getComputedStyle(around).overflowX)) scrollers.push(around)
      const scrolled = scrollers.reduce((sum, { scrollLeft }) => sum + scrollLeft, 0)
      const [pastLeft, pastRight] = [left + scrolled < -1, right + scrolled > window.innerWidth + 1]
      // Content before the start of a line cannot be reached by scrolling.
      const [before, after] = isLeftToRight ? [pastLeft, pastRight] : [pastRight, pastLeft]
      return width > 1 && (before || (after && scrollers.length === 0))
    })
    .map((element) => `cut off: ${element.getAttribute('aria-label') ?? element.textContent}`)
}
