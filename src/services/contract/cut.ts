/** The first `max` UTF-16 units of a text, without half a character at the end: PostgreSQL rejects that in JSON. */
export const cut = (text: string, max: number) => text.slice(0, max).replace(/\p{Surrogate}$/u, '')
