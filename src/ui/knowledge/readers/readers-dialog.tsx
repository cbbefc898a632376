import { Box, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ChangeReadersRef, ReadersValues } from '../../../machines/knowledge/change-readers.machine.ts'
import type { Sharing } from '../../../services/contract/documents.ts'
import { t } from '../../../texts/t.ts'
import { CheckList, RadioList } from '../../parts/choice-list.tsx'
import { useFormValues } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PeopleList } from '../../parts/people-list.tsx'
import { FieldView, ResourceView } from '../../parts/resource-view.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { EmptyLine } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { reasonsText, sharingText } from './words.ts'

const EVERYONE = {
  base: {
    value: 'everyone',
    label: t('Everyone in the organization'),
    hint: t('Including public pages and API keys.'),
  },
  documents: {
    value: 'everyone',
    label: t('Everyone who can read the knowledge base'),
    hint: t('Default for new documents.'),
  },
  assistant: {
    value: 'everyone',
    label: t('Everyone in the organization'),
    hint: t('Including API keys; only then can it be public.'),
  },
}

const NO_ONE_READS = t('No one else sees it or gets answers from it, whatever their role.')
const NO_ONE_USES = t('No one else sees it, its conversations or its figures, whatever their role.')

/** For everyone, or only for those chosen below. */
const AccessField = ({ of }: Pick<ReadersValues, 'of'>) => (
  <RadioList
    name="access"
    label={t('Access')}
    choices={[
      EVERYONE[of],
      {
        value: 'named',
        label: t('Only these groups and people'),
        hint: of === 'assistant' ? NO_ONE_USES : NO_ONE_READS,
      },
    ]}
  />
)

/** Who can read a knowledge base or its documents, or use an assistant, and why. */
export function ReadersDialog({ actor }: { actor: ChangeReadersRef }) {
  const { of, name, sharing } = useSelector(actor, ({ context }) => context.values)
  const isAssistant = of === 'assistant'
  return (
    <FormDialog
      actor={actor}
      title={isAssistant ? t('Who can use {name}', { name }) : t('Who can read {name}', { name })}
      submit={sharing ? null : isAssistant ? t('Save') : t('Save readers')}
      busy={t('Saving…')}
      size="lg"
    >
      {sharing ? <FollowedReaders sharing={sharing} /> : <ReadersFields />}
    </FormDialog>
  )
}

/** They are chosen in the service. */
function FollowedReaders({ sharing }: { sharing: Sharing }) {
  const [document] = useFormValues().document_ids as readonly string[]
  const { service } = sharing
  return (
    <>
      <Text>
        {t(
          '{sharing}. Its readers follow the permissions there: change them in {service}, or turn this off in the settings of the source.',
          { sharing: sharingText(sharing), service },
        )}
      </Text>
      <WhoCan of="documents" id={document!} none={t('No one. No member here can read it there.')} />
    </>
  )
}

function ReadersFields() {
  const organizationId = useOrganizationId()
  const { of, id, document_ids, access, group_ids, user_ids } = useFormValues() as unknown as ReadersValues
  const isAssistant = of === 'assistant'
  const groups = useResource('groups', { organizationId })
  const members = useResource('members', { organizationId })
  const me = useResourceData(useResource('me', {}))?.id
  const chosen = useResourceData(groups)?.filter(({ id }) => group_ids.includes(id))
  const isReader =
    me === undefined ||
    user_ids.includes(me) ||
    (chosen?.some(({ member_ids }) => member_ids.includes(me)) ?? true)
  return (
    <>
      <AccessField of={of} />
      {access === 'named' && (
        <>
          <FieldView label={t('Groups')} resource={groups}>
            {(list) => (
              <CheckList
                name="group_ids"
                label={t('Groups')}
                find={t('Find groups')}
                choices={list.map(({ id, name, member_ids }) => ({
                  id,
                  label: name,
                  hint: t('{count, plural, =0 {No members} one {# member} other {# members}}', {
                    count: member_ids.length,
                  }),
                }))}
                empty={t('No groups yet. Create them on the Team page.')}
              />
            )}
          </FieldView>
          <FieldView label={t('People')} resource={members}>
            {(list) => <PeopleList name="user_ids" members={list} />}
          </FieldView>
          {!isReader && (
            <Notice tone="caution">
              {isAssistant
                ? t('You are not included: you can still choose who uses it, but not use it.')
                : t('You are not included: you can still manage its readers, but not read it.')}
            </Notice>
          )}
        </>
      )}
      {of !== 'documents' && <WhoCan of={of} id={id} />}
      {of === 'documents' && document_ids.length === 1 && <WhoCan of={of} id={document_ids[0]!} />}
      <Text textStyle="small" color="ink.2">
        {t('Changes apply right away and are recorded in the audit log.')}
      </Text>
    </>
  )
}

const READERS_OF = { base: 'readers', documents: 'documentReaders', assistant: 'assistantReaders' } as const

interface WhoCanProps extends Pick<ReadersValues, 'of'> {
  id: string
  none?: string
}

/** The people who can read or use it as saved, each with the reason. */
function WhoCan({ of, id, none = t('No one. Add a group or a person.') }: WhoCanProps) {
  const readers = useResource(READERS_OF[of], { organizationId: useOrganizationId(), id })
  const title = of === 'assistant' ? t('Can use it now') : t('Can read it now')
  return (
    <Box>
      <Text fontWeight="semibold" fontSize="sm">
        {title}
      </Text>
      <ResourceView resource={readers} skeleton={<SkeletonRows count={2} />}>
        {({ people }) =>
          people.length === 0 ? (
            <EmptyLine>{none}</EmptyLine>
          ) : (
            <Box maxHeight="16rem" overflowY="auto" tabIndex={0} role="group" aria-label={title}>
              <Rows label={title}>
                {people.map(({ user_id, name, reasons }) => (
                  <Row key={user_id} title={name}>
                    {reasonsText(reasons)}
                  </Row>
                ))}
              </Rows>
            </Box>
          )
        }
      </ResourceView>
    </Box>
  )
}
