import type { Said } from '../services/contract/said.ts'
import { said } from './said.ts'

interface OnDevice {
  readonly device: string
  readonly device_said?: Said | undefined
}

/** The device of a request, such as `Chrome 137 on Windows`. */
export const deviceOf = ({ device, device_said }: OnDevice) =>
  device_said ? said(device_said, device) : device

interface Notified {
  readonly type: string
  readonly values?: Said['values'] | undefined
  readonly title: string
  readonly message: string
}

/** The two texts of a notification. */
export const notificationIn = ({ type, values, title, message }: Notified) => ({
  title: said({ code: type, values }, title),
  message: said({ code: `${type}.message`, values }, message),
})

/** A label from the server. */
export const labelIn = ({ code, text }: { readonly code: string; readonly text: string }) =>
  said({ code }, text)

interface Reason extends Said {
  readonly message: string
  readonly hint: string
}

/** The same as one text. */
export const inWords = (reason: Reason) => {
  const { message, hint } = reasonIn(reason)
  return `${message} ${hint}`
}

/** Why something could not be read, and what to do. */
export const reasonIn = ({ message, hint, ...text }: Reason) => ({
  message: said(text, message),
  hint: said({ ...text, code: `${text.code}.hint` }, hint),
})
