interface MarkedTextProps {
  content: string
  quote: string
  /** Characters shown before and after the quote; all when left out. */
  around?: number
}

/** A passage with the quoted words marked. */
export function MarkedText({ content, quote, around = Number.POSITIVE_INFINITY }: MarkedTextProps) {
  const start = content.indexOf(quote)
  if (start < 0) return content
  const before = content.slice(0, start)
  const after = content.slice(start + quote.length)
  return (
    <>
      {before.length > around ? `…${before.slice(-around).replace(/^\S*\s/, '')}` : before}
      <mark>{quote}</mark>
      {after.length > around ? `${after.slice(0, around).replace(/\s\S*$/, '')}…` : after}
    </>
  )
}
