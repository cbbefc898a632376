/** Swedish dates are ISO dates. */
export const dayIn = (timeZone: string, iso: string) => new Date(iso).toLocaleDateString('sv', { timeZone })

/** The last millisecond of a day in the time zone; in UTC for a year that no calendar here has. */
export function endOfDay(timeZone: string, day: string) {
  const end = Date.parse(`${day}T23:59:59.999Z`)
  if (day < '1000' || day >= '9999') return new Date(end).toISOString()
  const ahead = (moment: number) => {
    const [date, time] = new Date(moment).toLocaleString('sv', { timeZone }).split(' ')
    return Date.parse(`${date}T${time}.999Z`) - moment
  }
  // The second time, the offset is that of the right day, though the clocks changed in between.
  return new Date(end - ahead(end - ahead(end))).toISOString()
}
