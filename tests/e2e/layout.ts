import type { Page } from '@playwright/test'

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** What has so little room that its words are broken into letters, one below the other. */
export const squeezedIn = (page: Page) =>
  page.evaluate(() => {
    const WIDTH = 3 // em
    const LINES = 3
    const hasWord = (node: ChildNode) => node instanceof Text && node.data.trim().length > LINES
    const owns = (element: Element) => [...element.childNodes].some(hasWord)
    return [...document.querySelectorAll('body *')].filter(owns).flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      const isSqueezed = width > 1 && width < WIDTH * size && height > LINES * size * 1.2
      return isSqueezed ? [`squeezed: ${element.textContent}`] : []
    })
  })
