/** Loaded before a server: its clock goes as many days ahead as DAYS_AHEAD says, so that a test need not wait for them. */
const AHEAD = Number(process.env.DAYS_AHEAD ?? 0) * 24 * 60 * 60 * 1000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + AHEAD)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + AHEAD
  }
}
