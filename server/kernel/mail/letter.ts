import type { CodedText } from '../../../src/services/contract/coded-text.ts'
import type { Language } from '../../../src/texts/language.ts'
import { escaped } from '../http/html.ts'
import { say, written } from '../texts/say.ts'

/** Content of a mail, in paragraphs; an action is the one thing to do. */
type Message = { subject: CodedText; says: readonly (CodedText | { label: CodedText; url: string })[] }

/**
 * `linkId`: its mailed link; a kept copy ends with it. `locale`: that of the reader's profile, if it names one.
 * `language`: the reader's, if known otherwise. `sender` and `why`: for readers who do not know Lectern. `replyTo`:
 * recipient of replies. `organizationId`: the organization concerned, unless it is about an account. `settled`: a
 * mail with it is not stored, and tried only a few times within seconds; it learns whether the mail was accepted.
 * Without it, a mail is tried again for two days.
 */
export type Mail = Message & {
  to: string
  linkId?: string
  organizationId?: string
  locale?: string
  language?: Language
  sender?: string
  why?: CodedText
  replyTo?: string
  settled?: (isTaken: boolean) => Promise<unknown>
}
/** The mail as sent. */
export type WrittenMail = Letter & Pick<Mail, 'to' | 'linkId' | 'organizationId' | 'replyTo'>

/** The one action; in plain text its address follows the label. */
type Action = { label: string; url: string }

/** A mail in its reader's language, in paragraphs, before it is rendered as text and HTML. */
type Letter = {
  language: Language
  subject: string
  says: readonly (string | Action)[]
  openAddress: string
  why: string
  /** Sender's name. */
  sender: string
}

const ZERO_WIDTH_SPACE = '\u200b'
/** Other people's words in a mail: on one line, with invisible breaks where mail programs detect links. */
export const asMailText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.。．｡:/@](?=\S)/g, `$&${ZERO_WIDTH_SPACE}`)

/** An address ends its line, so that mail programs detect its end. */
export const textOf = ({ says }: Pick<Letter, 'says'>): string =>
  says.map((part) => (typeof part === 'string' ? part : `${part.label}:\n${part.url}`)).join('\n\n')

const SANS = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const SERIF = "'Instrument Serif', Georgia, 'Times New Roman', serif"

/** Mail programs without dark mode keep the inline colours; the others use these. */
const LETTER_STYLE = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #14130F !important; }
  .sheet { background: #1C1A15 !important; border-color: #343027 !important; }
  .ink { color: #EFEAE0 !important; }
  .quiet { color: #B3AB9B !important; }
  .accent { color: #F0876F !important; }
  .fill { background: #F0876F !important; }
  .on-fill { color: #22100B !important; }
}
@media (max-width: 480px) { .inner { padding: 28px 22px !important; } .outer { padding: 16px 10px !important; } }`

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 18px;font:400 16px/1.6 ${SANS};color:#1D1B16">${escaped(text)}</p>`

/** A button, followed by its address for mail programs that show no buttons. */
const action = (
  { label, url }: Action,
  openAddress: string,
) => `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:26px 0 14px"><tr>
<td class="fill" style="background:#9C2F1F;border-radius:6px"><a class="on-fill" href="${escaped(url)}" target="_blank" rel="noopener" style="display:inline-block;padding:13px 22px;font:600 16px/1.2 ${SANS};color:#FFFBF5;text-decoration:none">${escaped(label)}</a></td>
</tr></table>
<p class="quiet" style="margin:0 0 22px;font:400 13px/1.5 ${SANS};color:#5C574B;word-break:break-all">${escaped(openAddress)} <a class="accent" href="${escaped(url)}" target="_blank" rel="noopener" style="color:#9C2F1F">${escaped(url)}</a></p>`

/** Uses tables and inline styles, as mail programs require; it loads nothing. */
export const htmlOf = ({ language, subject, says, openAddress, why, sender }: Letter): string => {
  const [first = ''] = says.filter((part) => typeof part === 'string')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${LETTER_STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#FAF7F0">
<div style="display:none;max-height:0;overflow:hidden">${escaped(first)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#FAF7F0"><tr>
<td class="outer" align="center" style="padding:36px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="fill" width="4" style="background:#9C2F1F;border-radius:2px;font-size:0;line-height:0">&nbsp;</td>
<td class="ink" style="padding:0 0 0 10px;font:400 24px/1.1 ${SERIF};color:#1D1B16">${escaped(sender)}</td>
</tr></table></td></tr>
<tr><td class="sheet inner" style="padding:36px 40px 20px;background:#FFFFFF;border:1px solid #E5DFD1;border-radius:10px">
<h1 class="ink" style="margin:0 0 20px;font:400 30px/1.15 ${SERIF};color:#1D1B16">${escaped(subject)}</h1>
${says.map((part) => (typeof part === 'string' ? paragraph(part) : action(part, openAddress))).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:18px 4px 0;font:400 13px/1.5 ${SANS};color:#5C574B">${escaped(why)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** A letter in a language, with the texts common to all mails. */
export const translated = (
  { subject, says, sender = 'Lectern', why = say('mail.why') }: Message & Pick<Mail, 'sender' | 'why'>,
  language: Language,
): Letter => ({
  language,
  subject: written(subject, language),
  says: says.map((part) =>
    'url' in part ? { label: written(part.label, language), url: part.url } : written(part, language),
  ),
  openAddress: written(say('mail.open_address'), language),
  why: written(why, language),
  sender,
})
