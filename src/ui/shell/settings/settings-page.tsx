import { Box, chakra, Grid, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import {
  canManage,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../../texts/t.ts'
import { usePath } from '../../actors.ts'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { type Page, PageFrame, PageHeader } from '../../parts/page.tsx'
import { PartTabs } from '../../parts/part-tabs.tsx'
import { useWorkspace } from '../../workspace.ts'
import { ACCOUNT_GROUP, isSettingsItem, SETTINGS_GROUPS } from './settings-items.ts'

type SettingsPageProps = Omit<ComponentProps<typeof Page>, 'measure'> & {
  /** Plans and payments are compared side by side; everything else is a form. */
  measure?: 'form' | 'list'
}

/** A page of Settings: the area's pages at its side, on a narrow window above it. */
export function SettingsPage({ measure = 'form', children, ...header }: SettingsPageProps) {
  const groups = useSettingsGroups()
  return (
    <PageFrame>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: '11rem minmax(0, 1fr)' }}
        columnGap={{ lg: '10', xl: '14' }}
      >
        <Box as="nav" aria-label={t('Settings')} hideBelow="lg" pt="1">
          {groups.map(({ label, items }) => (
            <Box key={label} mb="5">
              <Text textStyle="label" color="ink.3" px="2.5" pb="1">
                {label}
              </Text>
              <chakra.ul listStyleType="none">
                {items.map((item) => (
                  <li key={item.path}>
                    <SettingsLink item={item} />
                  </li>
                ))}
              </chakra.ul>
            </Box>
          ))}
        </Box>
        <Tabs groups={groups} />
        <Box minWidth={0} maxWidth={measure === 'form' ? 'column' : undefined}>
          <PageHeader {...header} />
          {children}
        </Box>
      </Grid>
    </PageFrame>
  )
}

type ManagersPageProps = Omit<SettingsPageProps, 'children'> & {
  /** Shown to everyone else instead. */
  refusal: ReactNode
  children: (organizationId: string) => ReactNode
}

/** A page of Settings for an organization's owners and admins. */
export function ManagersPage({ refusal, children, ...page }: ManagersPageProps) {
  const { organizations } = useWorkspace()
  const organization = useSelector(organizations, selectCurrentOrganization)
  const manages = useSelector(organizations, canManage)
  return (
    <SettingsPage {...page}>
      {organization && manages && <Fragment key={organization.id}>{children(organization.id)}</Fragment>}
      {organization && !manages && <Notice tone="caution">{refusal}</Notice>}
    </SettingsPage>
  )
}

/** Without an organization, there is only the account. */
const useSettingsGroups = () =>
  useSelector(useWorkspace().organizations, selectCurrentOrganization) === null
    ? [ACCOUNT_GROUP]
    : SETTINGS_GROUPS

function SettingsLink({ item }: { item: (typeof ACCOUNT_GROUP)['items'][number] }) {
  const isShown = isSettingsItem(item, usePath())
  return (
    <Link
      to={item.path}
      aria-current={isShown ? 'page' : undefined}
      display="flex"
      alignItems="center"
      minHeight="9"
      px="2.5"
      mb="0.5"
      borderRadius="sm"
      fontSize="md"
      fontWeight={isShown ? 'semibold' : 'medium'}
      color={isShown ? 'accent' : 'ink'}
      bg={isShown ? 'accent.wash' : 'transparent'}
      _hover={{ bg: 'accent.wash', textDecoration: 'none' }}
    >
      {item.label}
    </Link>
  )
}

/** On a narrow window. */
function Tabs({ groups }: { groups: ReturnType<typeof useSettingsGroups> }) {
  const path = usePath()
  return (
    <Box hideFrom="lg">
      <PartTabs
        label={t('Settings')}
        parts={groups
          .flatMap(({ items }) => items)
          .map((item) => ({ label: item.label, to: isSettingsItem(item, path) ? path : item.path }))}
      />
    </Box>
  )
}
