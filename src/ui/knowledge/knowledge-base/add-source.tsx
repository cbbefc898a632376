import { Menu } from '@chakra-ui/react'
import { ChevronDown, Globe, Plug, Plus } from 'lucide-react'
import type { Connector } from '../../../services/contract/connectors.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { MenuLayer } from '../../parts/menu-layer.tsx'

interface AddSourceProps {
  connectors: readonly Connector[]
  onPages: () => void
  onConnect: (connector: Connector) => void
}

const PAGES = 'pages'

/** The kinds of sources: the web, and every service that has a connector. */
export function AddSource({ connectors, onPages, onConnect }: AddSourceProps) {
  const select = ({ value }: { value: string }) => {
    const connector = connectors.find(({ kind }) => kind === value)
    if (connector) onConnect(connector)
    else onPages()
  }
  return (
    <Menu.Root onSelect={select} lazyMount unmountOnExit positioning={{ placement: 'bottom-start' }}>
      <Menu.Trigger asChild>
        <Button>
          <Plus aria-hidden />
          {t('Add source')}
          <ChevronDown aria-hidden />
        </Button>
      </Menu.Trigger>
      <MenuLayer label={t('Kinds of sources')}>
        <Menu.Item value={PAGES}>
          <Globe aria-hidden />
          {t('Web pages')}
        </Menu.Item>
        {connectors.map(({ kind, name }) => (
          <Menu.Item key={kind} value={kind}>
            <Plug aria-hidden />
            {name}
          </Menu.Item>
        ))}
      </MenuLayer>
    </Menu.Root>
  )
}
