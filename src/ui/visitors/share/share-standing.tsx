import { useSelector } from '@xstate/react'
import type { ShareRef } from '../../../machines/visitors/share.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Rich } from '../../parts/rich.tsx'

const pad = (count: number) => String(count).padStart(2, '0')

/** `1:04:09` or `0:42` until then. */
const countdown = (ms: number) => {
  const seconds = Math.max(Math.ceil(ms / 1000), 0)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}

const SAID = {
  paused: t('This assistant is paused. Your earlier questions stay here.'),
  expired: t('This page has ended. Your earlier questions stay here.'),
  overBudget: t('This assistant has reached its limit for today. Please come back tomorrow.'),
  offline: t('You are offline. You can read this page, and ask when you are back online.'),
} as const

/** Why no question can be asked now, and until when. */
export function ShareStanding({ share }: { share: ShareRef }) {
  const standing = useSelector(share, ({ value }) =>
    typeof value === 'object' ? (value.shown ?? null) : null,
  )
  const { waitUntil, now } = useSelector(share, ({ context }) => context)
  const mayLook = useSelector(share, (snapshot) => snapshot.can({ type: 'retry.requested' }))
  if (standing === 'limited')
    return (
      <Notice tone="caution">
        <Rich
          text={t('You have reached the limit. You can ask again in <0>{waitUntil}</0>.', {
            waitUntil: countdown(waitUntil - now),
          })}
          parts={[<b aria-live="off" />]}
        />
      </Notice>
    )
  if (standing === null || !(standing in SAID)) return null
  return (
    <Notice tone="caution">
      {SAID[standing as keyof typeof SAID]}
      {mayLook && (
        <Button size="sm" ms="3" onClick={() => share.send({ type: 'retry.requested' })}>
          {t('Check again')}
        </Button>
      )}
    </Notice>
  )
}
