import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { t } from '../../../texts/t.ts'
import { usePath } from '../../actors.ts'
import { Link } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'

/** S2.16 */
const tabs: readonly { label: string; path: string }[] = [
  { label: t('Profile'), path: '/settings' },
  { label: t('Organization'), path: '/settings/organization' },
  { label: t('Subscription'), path: '/settings/subscription' },
]

export function SettingsLayout({ lead, children }: { lead: string; children: ReactNode }) {
  const path = usePath()
  return (
    <Page title={t('Settings')} lead={lead}>
      <Box as="nav" aria-label={t('Settings')} borderBottom="1px solid" borderColor="rule" mb="7">
        <chakra.ul display="flex" gap="6" listStyleType="none" overflowX="auto">
          {tabs.map((tab) => (
            <li key={tab.path}>
              <Link
                to={tab.path}
                aria-current={path === tab.path ? 'page' : undefined}
                display="block"
                py="2.5"
                fontSize="md"
                mb="-1px"
                color={path === tab.path ? 'accent' : 'ink.2'}
                borderBottom="2px solid"
                borderColor={path === tab.path ? 'accent' : 'transparent'}
                borderRadius="0"
                _hover={{ color: 'ink', textDecoration: 'none' }}
              >
                {tab.label}
              </Link>
            </li>
          ))}
        </chakra.ul>
      </Box>
      {children}
    </Page>
  )
}
