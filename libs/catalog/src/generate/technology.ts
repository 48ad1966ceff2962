/** Products in companies' technology stacks, by the sectors that use them; skills come from here too. */
import type { Sector } from './industries';

export interface Technology {
  productName: string;
  productCategories: string[];
}

const parse = (text: string): Technology[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [productName, categories] = line.split('|');
      return { productName, productCategories: categories.split(',') };
    });

/** What almost any web presence has. */
export const WEB = parse(`
nginx|Web Servers
Apache HTTP Server|Web Servers
WordPress|CMS,Blogs
Drupal|CMS
jQuery|JavaScript Libraries
Bootstrap|UI Frameworks
Matomo|Analytics
Let's Encrypt|SSL/TLS Certificate Authorities
Varnish|Caching
PHP|Programming Languages
MySQL|Databases
MariaDB|Databases
Font Awesome|Font Scripts
Open Graph|Miscellaneous
reCAPTCHA|Security
Sentry|Issue Trackers`);

const SOFTWARE = parse(`
React|JavaScript Frameworks,UI Frameworks
Vue.js|JavaScript Frameworks
Svelte|JavaScript Frameworks
Next.js|JavaScript Frameworks,Web Frameworks
Node.js|Programming Languages,Web Servers
TypeScript|Programming Languages
Python|Programming Languages
Go|Programming Languages
Rust|Programming Languages
Kubernetes|Containers,PaaS
Docker|Containers
Terraform|Infrastructure as Code
PostgreSQL|Databases
Redis|Databases,Caching
Apache Kafka|Message Brokers
NATS|Message Brokers
Elasticsearch|Search Engines,Databases
OpenSearch|Search Engines
GraphQL|APIs
gRPC|APIs
Prometheus|Monitoring
Grafana|Monitoring,Dashboards
OpenTelemetry|Monitoring
GitLab CI|Continuous Integration
Jenkins|Continuous Integration
Storybook|Development
Django|Web Frameworks
FastAPI|Web Frameworks
Ruby on Rails|Web Frameworks
Spring Boot|Web Frameworks`);

const DATA = parse(`
Apache Spark|Big Data
Apache Airflow|Workflow Automation
dbt|Data Transformation
ClickHouse|Databases,Analytics
DuckDB|Databases,Analytics
Apache Iceberg|Data Lakes
PyTorch|Machine Learning
TensorFlow|Machine Learning
scikit-learn|Machine Learning
Jupyter|Notebooks
Apache Superset|Dashboards
Metabase|Dashboards
MLflow|Machine Learning
Trino|Big Data`);

const ENTERPRISE = parse(`
Keycloak|Identity
OpenLDAP|Identity
Odoo|ERP,CRM
SuiteCRM|CRM
Alfresco|Document Management
Apache Tomcat|Web Servers
JBoss|Application Servers
Oracle Database|Databases
SQL Server|Databases
Java|Programming Languages
.NET|Web Frameworks
SAP ERP|ERP
Nagios|Monitoring
Zabbix|Monitoring
VMware vSphere|Virtualisation
OpenStack|IaaS`);

const COMMERCE = parse(`
Magento|E-commerce
WooCommerce|E-commerce
PrestaShop|E-commerce
Saleor|E-commerce
OpenCart|E-commerce
Algolia|Search Engines
Klaviyo|Marketing Automation
Mautic|Marketing Automation
Stripe|Payment Processors
Adyen|Payment Processors
Cloudinary|Image CDN`);

const INDUSTRIAL = parse(`
MQTT|Message Brokers,IoT
OPC UA|IoT
SCADA|Industrial Control
SolidWorks|CAD
AutoCAD|CAD
MATLAB|Simulation
LabVIEW|Measurement
Ignition|Industrial Control
Node-RED|IoT
ROS|Robotics`);

/** Pools of each sector; the first is drawn from most. */
export const STACKS: Record<Sector, readonly (readonly Technology[])[]> = {
  software: [SOFTWARE, WEB, DATA],
  hardware: [SOFTWARE, INDUSTRIAL, WEB],
  health: [WEB, ENTERPRISE, DATA],
  finance: [ENTERPRISE, WEB, DATA],
  capital: [WEB, ENTERPRISE],
  industry: [INDUSTRIAL, ENTERPRISE, WEB],
  energy: [INDUSTRIAL, ENTERPRISE, WEB],
  consumer: [COMMERCE, WEB, ENTERPRISE],
  media: [WEB, SOFTWARE, COMMERCE],
  services: [WEB, ENTERPRISE, SOFTWARE],
  education: [WEB, ENTERPRISE],
  public: [WEB, ENTERPRISE],
  property: [WEB, ENTERPRISE],
  logistics: [ENTERPRISE, WEB, INDUSTRIAL],
};
