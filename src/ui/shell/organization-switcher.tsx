import { Box, Flex, Menu, Portal, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import {
  selectCurrentOrganization,
  selectOrganizations,
} from '../../machines/organizations/organizations.selectors.ts'
import type { Organization } from '../../services/contract/organizations.ts'
import { useWorkspace } from '../actors.tsx'
import { Pressable } from '../parts/button.tsx'

/** S2.33 */
export function OrganizationSwitcher({ collapsed }: { collapsed: boolean }) {
  const { organizations, createOrganization } = useWorkspace()
  const list = useSelector(organizations, selectOrganizations)
  const current = useSelector(organizations, selectCurrentOrganization)
  if (!current) return null
  return (
    <Menu.Root
      onSelect={({ value }) =>
        value === 'create'
          ? createOrganization.send({ type: 'dialog.opened' })
          : organizations.send({ type: 'organization.picked', id: value })
      }
    >
      <Menu.Trigger asChild>
        <Pressable
          type="button"
          aria-label={`Organization: ${current.name}`}
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
          <Initial organization={current} />
          {!collapsed && (
            <>
              <Box flex="1" minWidth={0} lineHeight="1.25">
                <Text fontSize="md" fontWeight="bold" truncate>
                  {current.name}
                </Text>
                <Text fontSize="xs" color="ink.2" textTransform="capitalize">
                  {current.role}
                </Text>
              </Box>
              <Box color="ink.3" css={{ '& svg': { width: '15px', height: '15px' } }}>
                <ChevronsUpDown aria-hidden />
              </Box>
            </>
          )}
        </Pressable>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.ItemGroup>
              <Menu.ItemGroupLabel>Organizations</Menu.ItemGroupLabel>
              {list.map((organization) => (
                <Menu.Item key={organization.id} value={organization.id}>
                  <Initial organization={organization} />
                  <Text as="span" flex="1" truncate maxWidth="16rem">
                    {organization.name}
                  </Text>
                  {organization.id === current.id && <Check aria-label="current" />}
                </Menu.Item>
              ))}
            </Menu.ItemGroup>
            <Menu.Separator />
            <Menu.Item value="create">
              <Plus aria-hidden />
              Create Organization
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}

const Initial = ({ organization: { name } }: { organization: Organization }) => (
  <Flex
    aria-hidden
    align="center"
    justify="center"
    width="28px"
    height="28px"
    borderRadius="sm"
    flexShrink={0}
    bg="accent.wash"
    color="accent"
    fontFamily="heading"
    fontSize="18px"
    lineHeight="1"
  >
    {[...name.trim()][0]?.toUpperCase()}
  </Flex>
)
