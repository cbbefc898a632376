import type { CodedText } from '../services/contract/coded-text.ts'
import { localized } from './localized.ts'

interface OnDevice {
  readonly device: string
  readonly device_said?: CodedText | undefined
}

/** The device of a request, such as `Chrome 137 on Windows`. */
export const deviceOf = ({ device, device_said }: OnDevice) =>
  device_said ? localized(device_said, device) : device

interface Notified {
  readonly type: string
  readonly values?: CodedText['values'] | undefined
  readonly title: string
  readonly message: string
}

/** The two texts of a notification. */
export const notificationIn = ({ type, values, title, message }: Notified) => ({
  title: localized({ code: type, values }, title),
  message: localized({ code: `${type}.message`, values }, message),
})

/** A label from the server. */
export const labelIn = ({ code, text }: { readonly code: string; readonly text: string }) =>
  localized({ code }, text)

interface Reason extends CodedText {
  readonly message: string
  readonly hint: string
}

/** The same as one text. */
export const reasonText = (reason: Reason) => {
  const { message, hint } = reasonIn(reason)
  return `${message} ${hint}`
}

/** Why something could not be read, and what to do. */
export const reasonIn = ({ message, hint, ...text }: Reason) => ({
  message: localized(text, message),
  hint: localized({ ...text, code: `${text.code}.hint` }, hint),
})
