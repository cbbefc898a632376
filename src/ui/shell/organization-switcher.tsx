import { Box, Center, Spinner, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { useMemo } from 'react'
import {
  selectAwaitedOrganization,
  selectCurrentOrganization,
  selectOrganizations,
} from '../../machines/organizations/organizations.selectors.ts'
import { pickerMachine } from '../../machines/picker/picker.machine.ts'
import type { Organization } from '../../services/contract/organizations.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Pressable } from '../parts/button.tsx'
import { initialOf } from '../parts/person.ts'
import { usePicked } from '../parts/picker.tsx'
import { PickerPopover } from '../parts/picker-popover.tsx'
import { useViewActor } from '../view-actor.ts'
import { useWorkspace } from '../workspace.ts'
import type { Commands } from './commands.ts'

const CREATE = 'create'

/** S2.33: the current organization; behind it the others, searched by name, and the way to a new one. */
export function OrganizationSwitcher({ collapsed, commands }: { collapsed: boolean; commands: Commands }) {
  const { organizations } = useWorkspace()
  const picker = useViewActor(pickerMachine)
  const list = useSelector(organizations, selectOrganizations)
  const current = useSelector(organizations, selectCurrentOrganization)
  const awaited = useSelector(organizations, selectAwaitedOrganization)
  const { createOrganization } = commands
  const options = useMemo(
    () => [
      ...list.map((organization) => ({
        id: organization.id,
        label: organization.name,
        group: 'Organizations',
        organization: organization as Organization | null,
      })),
      { id: CREATE, label: createOrganization.label, group: '', isAlways: true, organization: null },
    ],
    [list, createOrganization],
  )
  usePicked(picker, (id) =>
    id === CREATE ? createOrganization.run() : organizations.send({ type: 'organization.picked', id }),
  )
  if (!current) return null
  return (
    <PickerPopover
      actor={picker}
      of="Organizations"
      nothing="No organization matches."
      options={options}
      trigger={
        <Pressable
          type="button"
          aria-label={`Organization: ${current.name}`}
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
            <Logo of={current} />
          )}
          {!collapsed && (
            <>
              <Box flex="1" minWidth={0} lineHeight="1.25">
                <Text fontSize="md" fontWeight="bold" truncate dir="auto">
                  {current.name}
                </Text>
                {awaited ? (
                  <Text fontSize="xs" color="ink.2" truncate dir="auto">
                    Opening {awaited.name}…
                  </Text>
                ) : (
                  <Text fontSize="xs" color="ink.2" textTransform="capitalize">
                    {current.role}
                  </Text>
                )}
              </Box>
              <Box color="ink.3" display="flex" css={{ '& svg': { width: '15px', height: '15px' } }}>
                {awaited ? <Spinner size="xs" aria-hidden /> : <ChevronsUpDown aria-hidden />}
              </Box>
            </>
          )}
        </Pressable>
      }
    >
      {({ id, label, organization }) => (
        <>
          {organization ? (
            <Logo of={organization} />
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
              <Text fontSize="xs" color="ink.2" textTransform="capitalize">
                {organization.role}
              </Text>
            )}
          </Box>
          {id === current.id && <Check aria-label="current" />}
        </>
      )}
    </PickerPopover>
  )
}

const Logo = ({ of }: { of: Organization }) => (
  <Avatar url={of.logo_url} initials={initialOf(of)} size="28px" shape="organization" />
)
