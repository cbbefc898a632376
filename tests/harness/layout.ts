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
