/** Nobody reads more of a question. */
const TEXT_MAX = 20_000
/** Beginning of an earlier mail without line markers, or of a signature (RFC 3676). */
const END =
  /^(?:-- ?|_{10,}|-{2,12} ?(?:original message|ursprüngliche nachricht|message d['’]origine|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|wiadomość oryginalna|forwarded message|weitergeleitete nachricht) ?-{0,12})$/iu
/** The first line of Outlook's quote header, and the lines that follow it. */
const FROM = /^\*?(?:from|von|de|da|van|od|差出人|发件人) ?[:：]\*? ?\S/iu
const SENT =
  /^\*?(?:sent|date|gesendet|datum|envoyé|date d['’]envoi|enviado(?: el)?|fecha|inviato|data|verzonden|wysłano|送信日時|发送时间) ?[:：]/iu
const QUOTED = /^\s{0,3}>/
/** Phone signatures. */
const DEVICE =
  /^(?:sent from|get outlook for|gesendet (?:von|mit)|von meinem|envoyé (?:de|depuis|à partir)|enviado desde|enviado do|inviato da|verzonden vanaf|verstuurd vanaf|wysłano z)\b.{1,100}$/iu

const isEnd = (line: string, next: readonly string[]) =>
  END.test(line) || (FROM.test(line) && next.some((one) => SENT.test(one)))

/** Lines that introduce a quoted mail: "On … wrote:". Some programs break them in two. */
const withoutIntroduction = (lines: string[]) => {
  const kept = [...lines]
  while (kept.at(-1)?.trim() === '') kept.pop()
  if (!kept.at(-1)?.trimEnd().endsWith(':')) return lines
  while (kept.length > 0 && kept.at(-1)?.trim() !== '' && lines.length - kept.length < 4) kept.pop()
  return kept
}

/**
 * A mail's own text, without quoted mails and signature. It works line by line, so that a hostile text costs no
 * more than another. @param isCut whether a quoted mail was cut off after it
 */
export const ownWords = (whole: string, isCut: boolean): string => {
  const lines = whole.slice(0, TEXT_MAX).replaceAll('\r', '').split('\n')
  let kept: string[] = []
  for (const [at, line] of lines.entries()) {
    if (isEnd(line.trimEnd(), lines.slice(at + 1, at + 4))) break
    if (QUOTED.test(line)) {
      if (!QUOTED.test(lines[at - 1] ?? '')) kept = withoutIntroduction(kept)
    } else kept.push(line)
  }
  if (isCut) kept = withoutIntroduction(kept)
  const text = kept.join('\n').trim().split('\n')
  if (text.length > 1 && DEVICE.test(text.at(-1)!)) text.pop()
  return text.join('\n').trim() || whole.slice(0, TEXT_MAX).trim()
}
