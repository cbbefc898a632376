/** The message of a text of the server, by its code: texts of the app are their own ids. */
export const idOf = (code: string) => `server.${code}`
