import { Box, Center, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check, Plus } from 'lucide-react'
import { useMemo } from 'react'
import {
  namesakesOf,
  selectCurrentOrganization,
  selectOrganizations,
} from '../../machines/organizations/organizations/organizations.selectors.ts'
import type { PickerRef } from '../../machines/shell/picker.machine.ts'
import type { Organization } from '../../services/contract/organizations.ts'
import { roleName } from '../../services/contract/roles.ts'
import { t } from '../../texts/t.ts'
import { usePicked } from '../parts/picker.tsx'
import { PickerPopover } from '../parts/picker-popover.tsx'
import { useWorkspace } from '../workspace.ts'
import type { Commands } from './commands.ts'
import { OrganizationLogo } from './organization-button.tsx'

const CREATE = 'create'

interface OrganizationPickerProps {
  picker: PickerRef
  /** The id of the button that opens it. */
  opener: string
  commands: Commands
}

/** S2.33: the other organizations, searched by name, and a way to create one. */
export function OrganizationPicker({ picker, opener, commands }: OrganizationPickerProps) {
  const { organizations } = useWorkspace()
  const list = useSelector(organizations, selectOrganizations)
  const current = useSelector(organizations, selectCurrentOrganization)
  const { createOrganization } = commands
  const options = useMemo(() => {
    const namesakes = namesakesOf(list)
    return [
      ...list.map((organization) => ({
        id: organization.id,
        label: organization.name,
        group: t('Organizations'),
        organization: organization as Organization | null,
        keywords: namesakes.get(organization.id),
      })),
      {
        id: CREATE,
        label: createOrganization.label,
        group: '',
        isAlways: true,
        organization: null,
        keywords: undefined,
      },
    ]
  }, [list, createOrganization])
  usePicked(picker, (id) =>
    id === CREATE ? createOrganization.run() : organizations.send({ type: 'organization.picked', id }),
  )
  return (
    <PickerPopover
      actor={picker}
      of={t('Organizations')}
      search={t('Search organizations')}
      nothing={t('No matching organizations.')}
      options={options}
      opener={opener}
    >
      {({ id, label, organization, keywords }) => (
        <>
          {organization ? (
            <OrganizationLogo of={organization} />
          ) : (
            <Center width="28px">
              <Plus aria-hidden />
            </Center>
          )}
          <Box flex="1" minWidth={0} lineHeight="1.25">
            <Text truncate dir="auto">
              {label}
            </Text>
            {organization && (
              <Text fontSize="xs" color="ink.2">
                {[roleName[organization.role], keywords].filter(Boolean).join(' · ')}
              </Text>
            )}
          </Box>
          {id === current?.id && <Check aria-label={t('current')} />}
        </>
      )}
    </PickerPopover>
  )
}
