/** By how many pixels the page is wider than its window. */
export const overflow = () => document.documentElement.scrollWidth - window.innerWidth

/** What has so little room that its words break into letters, one below the other. */
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
 * What can be pressed or filled in and reaches beyond the window, where it cannot be scrolled into it. It is evaluated in
 * the page, where the helper that names inner functions is not known: there are none.
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
      // Nothing can be scrolled to before the beginning of a line.
      const [before, after] = isLeftToRight ? [pastLeft, pastRight] : [pastRight, pastLeft]
      return width > 1 && (before || (after && scrollers.length === 0))
    })
    .map((element) => `cut off: ${element.getAttribute('aria-label') ?? element.textContent}`)
}
