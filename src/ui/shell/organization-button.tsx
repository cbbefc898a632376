import { Box, Center, Spinner, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { ChevronsUpDown } from 'lucide-react'
import {
  selectAwaitedOrganization,
  selectCurrentOrganization,
} from '../../machines/organizations/organizations/organizations.selectors.ts'
import type { PickerRef } from '../../machines/shell/picker.machine.ts'
import type { Organization } from '../../services/contract/organizations.ts'
import { roleName } from '../../services/contract/roles.ts'
import { t } from '../../texts/t.ts'
import { Avatar } from '../parts/avatar.tsx'
import { initialOf } from '../parts/person.ts'
import { PickerOpener } from '../parts/picker-opener.tsx'
import { useWorkspace } from '../workspace.ts'

interface OrganizationButtonProps {
  picker: PickerRef
  id: string
  collapsed: boolean
}

/** The current organization, or the one being opened; opens the list of the others. */
export function OrganizationButton({ picker, id, collapsed }: OrganizationButtonProps) {
  const { organizations } = useWorkspace()
  const current = useSelector(organizations, selectCurrentOrganization)
  const awaited = useSelector(organizations, selectAwaitedOrganization)
  if (!current) return null
  return (
    <PickerOpener
      actor={picker}
      id={id}
      aria-label={t('Organization: {name}', { name: current.name })}
      aria-busy={awaited !== null}
      display="flex"
      alignItems="center"
      gap="2.5"
      border={collapsed ? '0' : '1px solid'}
      borderColor="rule"
      borderRadius="md"
      bg={collapsed ? 'transparent' : 'raised'}
      px={collapsed ? '1' : '2.5'}
      py={collapsed ? '1' : '2'}
      _hover={{ borderColor: 'control' }}
    >
      {collapsed && awaited ? (
        <Center boxSize="28px">
          <Spinner size="sm" aria-hidden />
        </Center>
      ) : (
        <OrganizationLogo of={current} />
      )}
      {!collapsed && (
        <>
          <Box flex="1" minWidth={0} lineHeight="1.25">
            <Text fontSize="md" fontWeight="bold" truncate dir="auto">
              {current.name}
            </Text>
            {awaited ? (
              <Text fontSize="xs" color="ink.2" truncate dir="auto">
                {t('Opening {name}…', { name: awaited.name })}
              </Text>
            ) : (
              <Text fontSize="xs" color="ink.2">
                {roleName[current.role]}
              </Text>
            )}
          </Box>
          <Box color="ink.3" display="flex" css={{ '& svg': { width: '15px', height: '15px' } }}>
            {awaited ? <Spinner size="xs" aria-hidden /> : <ChevronsUpDown aria-hidden />}
          </Box>
        </>
      )}
    </PickerOpener>
  )
}

export const OrganizationLogo = ({ of }: { of: Organization }) => (
  <Avatar url={of.logo_url} initials={initialOf(of)} size="28px" shape="organization" />
)
