import { useSelector } from '@xstate/react'
import type { WriteGroupRef } from '../../../machines/organizations/groups.machine.ts'
import { GROUP_ADDRESS_MAX, GROUP_NAME_MAX } from '../../../services/contract/groups.ts'
import { t } from '../../../texts/t.ts'
import { RadioList } from '../../parts/choice-list.tsx'
import { TextField, useFormValues } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PeopleList } from '../../parts/people-list.tsx'
import { FieldView } from '../../parts/resource-view.tsx'
import { useOrganizationId, useResource } from '../../workspace.ts'

/** Creates a group, or changes its name and its members. */
export function GroupDialog({ actor }: { actor: WriteGroupRef }) {
  const isNew = useSelector(actor, ({ context }) => context.values.group_id === '')
  return (
    <FormDialog
      actor={actor}
      title={isNew ? t('New group') : t('Edit group')}
      description={t('Use groups to choose who can read a knowledge base.')}
      submit={isNew ? t('Create group') : t('Save group')}
      busy={t('Saving…')}
    >
      <GroupFields />
    </FormDialog>
  )
}

function GroupFields() {
  const organizationId = useOrganizationId()
  const members = useResource('members', { organizationId })
  const { group_id, managed_by } = useFormValues()
  const isNew = group_id === ''
  return (
    <>
      {managed_by !== 'provider' && (
        <TextField name="name" label={t('Name')} maxLength={GROUP_NAME_MAX} autoFocus />
      )}
      {isNew && (
        <RadioList
          name="managed_by"
          label={t('Members')}
          choices={[
            { value: 'hand', label: t('Chosen here'), hint: t('You add and remove people.') },
            {
              value: 'sign_in',
              label: t('Filled by single sign-on'),
              hint: t('Everyone with a certain value in the role claim, starting with their next log-in.'),
            },
          ]}
        />
      )}
      {isNew && managed_by === 'sign_in' && (
        <TextField
          name="claim_value"
          label={t('Role claim value')}
          maxLength={200}
          hint={t('Exactly as your identity provider sends it.')}
        />
      )}
      <TextField
        name="service_address"
        label={t('Address in connected services (optional)')}
        maxLength={GROUP_ADDRESS_MAX}
        hint={t(
          'For example, the address of a Google group. Members of this group can then read the documents shared with it.',
        )}
      />
      {managed_by === 'hand' && (
        <FieldView label={t('People')} resource={members}>
          {(list) => <PeopleList name="member_ids" label={t('People')} members={list} />}
        </FieldView>
      )}
    </>
  )
}
