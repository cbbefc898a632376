// Read before any module runs (S7.31). An API on another origin: 'https://api.example.com'.
window.LECTERN_CONFIG = { apiBase: '' }
