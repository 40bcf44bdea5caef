enum SiteRoom {}
