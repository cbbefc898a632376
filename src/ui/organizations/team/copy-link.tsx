import { useState } from 'react'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'

/** Copies an invitation's link; the link is never shown. */
export function CopyLink({ link, of }: { link: string; of: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Button
      size="sm"
      aria-label={copied ? t('The link for {of} is copied', { of }) : t('Copy the link for {of}', { of })}
      onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
    >
      {copied ? t('Copied') : t('Copy link')}
    </Button>
  )
}
