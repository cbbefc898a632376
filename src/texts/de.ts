import { i18n, type Messages } from '@lingui/core'

const catalogues = import.meta.glob<Messages>('./de/*.json', { eager: true, import: 'default' })

// Before any module that holds a text: the page loads this file first where its language is German.
i18n.loadAndActivate({ locale: 'de', messages: Object.assign({}, ...Object.values(catalogues)) })
