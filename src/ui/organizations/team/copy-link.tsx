import { t } from '../../../texts/t.ts'
import { CopyButton } from '../../parts/copy-button.tsx'

/** Copies an invitation's link, which is shown only if it cannot be copied. */
export const CopyLink = ({ link, of }: { link: string; of: string }) => (
  <CopyButton
    text={link}
    label={(copied) =>
      copied ? t('The link for {of} is copied', { of }) : t('Copy the link for {of}', { of })
    }
  >
    {(copied) => (copied ? t('Copied') : t('Copy link'))}
  </CopyButton>
)
