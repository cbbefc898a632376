import { i18n } from '@lingui/core'
import type { CodedText } from '../services/contract/coded-text.ts'

/** The message of a server text, by its code: texts of the app are their own ids. */
export const idOf = (code: string) => `server.${code}`

function translated({ code, values = {} }: CodedText): string | null {
  const id = idOf(code)
  if (!(id in i18n.messages)) return null
  const plain = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? translated(value) : value,
  ])
  return plain.some(([, value]) => value === null) ? null : i18n._(id, Object.fromEntries(plain))
}

/** A server text in the displayed language, or its English if the catalogue lacks it. */
export const localized = (text: CodedText, english: string): string => translated(text) ?? english

/** A refusal's reason, and what to do if there is a way out. */
export function detailOf({ detail, code, values }: CodedText & { readonly detail: string }): string {
  const reason = translated({ code, values })
  if (reason === null) return detail
  const hint = translated({ code: `${code}.hint`, values })
  return hint === null ? reason : `${reason} ${hint}`
}
