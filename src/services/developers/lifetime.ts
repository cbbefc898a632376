/** Days as in a form; '' means no end. */
export const daysIn = (lifetime: string): number | null => (lifetime === '' ? null : Number(lifetime))
