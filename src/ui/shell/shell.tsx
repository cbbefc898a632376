import { Box, Dialog as ChakraDialog, chakra, Grid, Portal } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useActors } from '../actors.tsx'
import { TrialBanner } from '../billing/trial-banner.tsx'
import { UpgradeDialog } from '../billing/upgrade-dialog.tsx'
import { CreateOrganizationDialog } from './create-organization-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** The protected area: sidebar, top bar, and the screen between them. */
export function Shell({ children }: { children: ReactNode }) {
  const { sidebar } = useActors()
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
        <Sidebar collapsed={collapsed} />
      </Box>
      <Drawer />
      <Box minWidth={0}>
        <TrialBanner />
        <TopBar />
        <Box as="main" id="content" tabIndex={-1} outline="none">
          {children}
        </Box>
      </Box>
      <CreateOrganizationDialog />
      <UpgradeDialog />
      <LeaveDialog />
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
    py="2"
    fontWeight="semibold"
    transform="translateY(-200%)"
    _focusVisible={{ transform: 'none' }}
  >
    Skip to content
  </chakra.a>
)

/** Below 768 px the sidebar comes over the content (S2.24). */
function Drawer() {
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
            <Sidebar collapsed={false} />
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}
