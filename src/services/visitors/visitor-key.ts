/** Where a browser stores the token of the visitor to a public page. */
export const visitorKey = (id: string) => `visitor:${id}`
