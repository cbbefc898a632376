import { useState } from 'react'
import { Button } from '../../parts/button.tsx'

/** Puts the link of an invitation on the clipboard; it is never shown. */
export function CopyLink({ link, of }: { link: string; of: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Button
      size="sm"
      aria-label={copied ? `The link for ${of} is copied` : `Copy the link for ${of}`}
      onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
    >
      {copied ? 'Copied' : 'Copy link'}
    </Button>
  )
}
