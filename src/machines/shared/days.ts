/** Swedish dates are ISO dates. */
export const dayIn = (timeZone: string, iso: string) => new Date(iso).toLocaleDateString('sv', { timeZone })

/** The last millisecond of a day in the time zone. */
export function endOfDay(timeZone: string, day: string) {
  const end = Date.parse(`${day}T23:59:59.999Z`)
  const ahead = (moment: number) => {
    const [date, time] = new Date(moment).toLocaleString('sv', { timeZone }).split(' ')
    return Date.parse(`${date}T${time}.999Z`) - moment
  }
  // The second time, the offset is that of the right day, though the clocks changed in between.
  return new Date(end - ahead(end - ahead(end))).toISOString()
}
