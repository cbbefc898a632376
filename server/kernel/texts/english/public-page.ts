/** Texts of a public page whose owner has written none. */
export const PUBLIC_PAGE_TEXTS = {
  'public_page.launcher': 'Ask {name}',
  'public_page.description': 'Ask a question, and see where the answer comes from.',
} as const
