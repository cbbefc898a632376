import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { ReadersButton } from '../../knowledge/readers/readers-button.tsx'
import { ReadersDialog } from '../../knowledge/readers/readers-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'

/** For those who look after the organization: who may use the assistant. */
export function WhoCanUseSection({ integration: { id, name, restricted } }: { integration: Integration }) {
  const readers = useViewActor(useProvided('changeReaders'))
  return (
    <Section
      title={t('Who can use it')}
      lead={
        restricted
          ? t('Only chosen groups and people. No one else sees the assistant or its conversations.')
          : t('Everyone in the organization.')
      }
      action={<ReadersButton of="assistant" thing={{ id, name }} actor={readers} />}
    >
      <ReadersDialog actor={readers} />
    </Section>
  )
}
