import { Box, Dialog as ChakraDialog, chakra, Flex, Grid, Portal } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useActors } from '../actors.ts'
import { TrialBanner } from '../billing/trial-banner.tsx'
import { UpgradeDialog } from '../billing/upgrade-dialog.tsx'
import type { Command } from '../shell-actors.ts'
import { VerificationReminder } from '../verification/reminder.tsx'
import { CommandPalette } from './command-palette.tsx'
import { type Commands, useCommands } from './commands.ts'
import { CreateOrganizationDialog } from './create-organization-dialog.tsx'
import { FeedbackDialog } from './feedback-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { ShellActors } from './shell-actors.tsx'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { Uploads } from './uploads.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** The protected area, and what can be laid over it. */
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
      <Drawer commands={commands} />
      <Flex direction="column" minWidth={0} minHeight="100dvh">
        <TrialBanner />
        <VerificationReminder />
        <TopBar commands={commands} />
        <Uploads />
        <Box as="main" id="content" tabIndex={-1} outline="none" flex="1" position="relative">
          {children}
        </Box>
      </Flex>
      <CreateOrganizationDialog />
      <UpgradeDialog />
      <LeaveDialog />
      <CommandPalette commands={commands} />
      <ShortcutsSheet commands={commands} />
      <FeedbackDialog />
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
    Skip to content
  </chakra.a>
)

/** Below 768 px the sidebar comes over the content (S2.24). */
function Drawer({ commands }: { commands: Commands }) {
  const { sidebar } = useActors()
  const open = useSelector(sidebar, (snapshot) => snapshot.matches({ drawer: 'open' }))
  return (
    <ChakraDialog.Root
      open={open}
      onOpenChange={() => sidebar.send({ type: 'drawer.closed' })}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner p="0" justifyContent="flex-start" alignItems="stretch">
          <ChakraDialog.Content
            aria-label="Menu"
            width="drawer"
            height="100dvh"
            borderRadius="0"
            overflow="hidden"
          >
            <Sidebar collapsed={false} commands={commands} />
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}
