import { Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { ApiKey } from '../../../services/contract/security.ts'
import { t } from '../../../texts/t.ts'
import { NeedsVerified, useIsUnverified } from '../../accounts/verification/needs-verified.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Guide } from '../../parts/guide.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import type { useResource } from '../../workspace.ts'
import { CreationDialogs } from './creation-dialogs.tsx'
import { KeyRow } from './key-row.tsx'

interface KeySectionProps {
  keys: ReturnType<typeof useResource<'apiKeys' | 'organizationKeys'>>
  /** '' for the keys of a person. */
  organizationId: string
  title: string
  lead: ReactNode
}

/** A list of API keys, and the dialogs that create and delete them. */
export function KeySection({ keys, organizationId, title, lead }: KeySectionProps) {
  const createApiKey = useProvided('createApiKey')
  const deleteApiKey = useProvided('deleteApiKey')
  const creation = useViewActor(createApiKey)
  const deletion = useViewActor(deleteApiKey)
  const isUnverified = useIsUnverified()
  const open = () => creation.send({ type: 'form.opened', organizationId })
  const confirmDeletion = ({ id, name }: ApiKey) =>
    deletion.send({ type: 'confirmation.asked', subject: { organizationId, id, name } })
  return (
    <Section
      title={title}
      lead={lead}
      action={!isUnverified && <Button onClick={open}>{t('New API key')}</Button>}
    >
      <Stack gap="4">
        <NeedsVerified to={t('create API keys')} />
        <ResourceView
          resource={keys}
          skeleton={<SkeletonRows count={2} />}
          empty={
            <EmptyState title={t('No API keys yet.')}>
              <Rich
                text={t(
                  'Let your own programs ask assistants, add documents and read conversations. You choose what each key can do. <0>Read the guide</0>',
                )}
                parts={[<Guide to="api" />]}
              />
            </EmptyState>
          }
        >
          {(list) => (
            <Rows label={title}>
              {list.map((key) => (
                <KeyRow key={key.id} apiKey={key} onDelete={() => confirmDeletion(key)} />
              ))}
            </Rows>
          )}
        </ResourceView>
      </Stack>
      <CreationDialogs actor={creation} />
      <ConfirmDialog
        actor={deletion}
        title={(name) => t('Delete the key “{name}”?', { name })}
        confirm={t('Delete key')}
        busy={t('Deleting…')}
      >
        <Rich
          text={t('Programs that use it lose access immediately. <0>This cannot be undone.</0>')}
          parts={[<b />]}
        />
      </ConfirmDialog>
    </Section>
  )
}
