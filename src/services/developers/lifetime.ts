/** Days as a form names them; '' is without end. */
export const daysIn = (lifetime: string): number | null => (lifetime === '' ? null : Number(lifetime))
