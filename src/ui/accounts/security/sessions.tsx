import { deviceOf } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { formatDay } from '../../parts/format.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useResource, useResourceData } from '../../workspace.ts'

/** The sessions of the account. */
export function Sessions() {
  const endSession = useProvided('endSession')
  const endOtherSessions = useProvided('endOtherSessions')
  const sessions = useResource('sessions', {})
  const ending = useViewActor(endSession)
  const endingOthers = useViewActor(endOtherSessions)
  const others = (useResourceData(sessions) ?? []).filter(({ current }) => !current)
  return (
    <Section
      title={t('Devices')}
      lead={t('Devices that are logged in to your account.')}
      action={
        others.length > 0 && (
          <Button
            onClick={() =>
              endingOthers.send({
                type: 'confirmation.asked',
                subject: { id: 'others', name: t('all other devices') },
              })
            }
          >
            {t('Log out all others')}
          </Button>
        )
      }
    >
      <ResourceView resource={sessions} skeleton={<SkeletonRows count={2} />}>
        {(list) => (
          <Rows label={t('Devices')}>
            {list
              .map((session) => ({ ...session, device: deviceOf(session) }))
              .map(({ id, device, address, last_seen_at, current }) => (
                <Row
                  key={id}
                  title={device}
                  badge={current && <Badge tone="good">{t('This device')}</Badge>}
                  aside={
                    !current && (
                      <Button
                        size="sm"
                        aria-label={t('Log out {device}', { device })}
                        onClick={() =>
                          ending.send({
                            type: 'confirmation.asked',
                            subject: { id, name: device },
                          })
                        }
                      >
                        {t('Log out')}
                      </Button>
                    )
                  }
                >
                  {formatDay(last_seen_at)} · {address}
                </Row>
              ))}
          </Rows>
        )}
      </ResourceView>
      {[ending, endingOthers].map((actor) => (
        <ConfirmDialog
          key={actor.id}
          actor={actor}
          title={(name) => t('Log out {name}?', { name })}
          confirm={t('Log out')}
          busy={t('Logging out…')}
        >
          {t('That device will have to log in again. Unsaved changes there are lost.')}
        </ConfirmDialog>
      ))}
    </Section>
  )
}
