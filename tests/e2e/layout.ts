import type { Page } from '@playwright/test'

/** In such a window no message covers what is pressed next, which else waits until it is gone. */
export const TALL = { width: 1280, height: 1000 }

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

const SQUEEZED = { width: 3 /* em */, lines: 3 }

/** What has so little room that its words are broken into letters, one below the other. */
export const squeezedIn = (page: Page) =>
  page.evaluate(
    (most) =>
      [...document.querySelectorAll('body *')]
        .filter((element) =>
          [...element.childNodes].some(
            (node) => node instanceof Text && node.data.trim().length > most.lines,
          ),
        )
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect()
          const size = Number.parseFloat(getComputedStyle(element).fontSize)
          return width > 1 && width < most.width * size && height > most.lines * size * 1.2
        })
        .map((element) => `squeezed: ${element.textContent}`),
    SQUEEZED,
  )
