import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense } from 'react'
import type { UploadRef } from '../../machines/knowledge/upload.machine.ts'
import { isOutdated, selectPath } from '../../machines/shell/navigation/navigation.selectors.ts'
import { t } from '../../texts/t.ts'
import { VerificationReminder } from '../accounts/verification/reminder.tsx'
import { useActors } from '../actors.ts'
import { TrialBanner } from '../billing/trial-banner.tsx'
import { Button } from '../parts/button.tsx'
import { UploadState } from '../parts/upload-state.tsx'
import { type Command, ShellActors } from '../shell-actors.ts'
import { useWorkspace } from '../workspace.ts'
import { useCommands } from './commands.ts'
import { Dialogs } from './over-page.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** The protected area, and its overlays. */
export const Shell = ({ children }: { children: ReactNode }) => (
  <ShellActors>{(offered) => <Frame offered={offered}>{children}</Frame>}</ShellActors>
)

/** Sidebar, top bar, and the screen between them. */
function Frame({ offered, children }: { offered: readonly Command[]; children: ReactNode }) {
  const { sidebar } = useActors()
  const commands = useCommands(offered)
  useShortcuts(commands)
  const collapsed = useSelector(sidebar, (snapshot) => snapshot.matches({ rail: 'collapsed' }))
  return (
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        md: `${collapsed ? 'var(--l-sizes-rail)' : 'var(--l-sizes-sidebar)'} minmax(0, 1fr)`,
      }}
      minHeight="100dvh"
      transition="grid-template-columns 160ms ease-out"
    >
      <SkipLink />
      <Box
        hideBelow="md"
        borderInlineEnd="1px solid"
        borderColor="rule"
        position="sticky"
        top="0"
        height="100dvh"
        minWidth={0}
      >
        <Sidebar collapsed={collapsed} commands={commands} />
      </Box>
      <Flex direction="column" minWidth={0} minHeight="100dvh">
        {/* One strip if there is room for all. */}
        <Flex wrap="wrap">
          <NewVersion />
          <TrialBanner />
          <VerificationReminder />
        </Flex>
        <TopBar commands={commands} />
        <Uploads />
        <Box as="main" id="content" tabIndex={-1} outline="none" flex="1" position="relative">
          {children}
        </Box>
      </Flex>
      <Suspense fallback={null}>
        <Dialogs commands={commands} />
      </Suspense>
    </Grid>
  )
}

const SkipLink = () => (
  <chakra.a
    href="#content"
    position="absolute"
    top="2"
    insetInlineStart="2"
    zIndex="popover"
    bg="raised"
    border="1px solid"
    borderColor="accent"
    borderRadius="sm"
    px="4"
    py="2.5"
    fontWeight="semibold"
    transform="translateY(-200%)"
    _focusVisible={{ transform: 'none' }}
  >
    {t('Skip to content')}
  </chakra.a>
)

/** After the person has kept the page from loading the new version. */
export function NewVersion() {
  const { navigation } = useActors()
  if (!useSelector(navigation, isOutdated)) return null
  return (
    <Flex
      role="status"
      flex="1 1 20rem"
      align="center"
      justify="space-between"
      gap="2.5"
      bg="caution.wash"
      borderBottom="1px solid"
      borderColor="rule"
      px={{ base: '4', md: '5' }}
      py="1"
    >
      <Text fontSize="sm">{t('A new version is available.')}</Text>
      <Button size="sm" onClick={() => navigation.send({ type: 'reload.requested' })}>
        {t('Reload')}
      </Button>
    </Flex>
  )
}

/** Uploads continue while another screen or organization is shown. */
function Uploads() {
  const uploads = useSelector(useWorkspace().workspace, ({ context }) => context.uploads)
  const path = useSelector(useActors().navigation, selectPath)
  const elsewhere = Object.entries(uploads).filter(([id]) => !path.startsWith(`/knowledge-bases/${id}`))
  return elsewhere.map(([id, upload]) => <Upload key={id} actor={upload} />)
}

function Upload({ actor }: { actor: UploadRef }) {
  const name = useSelector(actor, ({ context }) => context.name)
  const shown = useSelector(actor, (upload) => upload.hasTag('busy') || upload.hasTag('report'))
  if (!shown) return null
  return (
    <Box
      as="section"
      aria-label={t('Upload to {name}', { name })}
      px={{ base: '5', md: '11' }}
      py="2.5"
      borderBottom="1px solid"
      borderColor="rule"
      bg="sheet"
    >
      <Text textStyle="label" color="ink.3" mb="1">
        {name}
      </Text>
      <UploadState actor={actor} />
    </Box>
  )
}
