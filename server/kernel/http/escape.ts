/** Escapes text for an HTML element or attribute. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
